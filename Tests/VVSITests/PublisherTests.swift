import Testing
import VVSI

@Suite struct PublisherTests {
  @Test func sendsToThoseWhoListen() {
    let subject = PassthroughSubject<Int, Never>()
    var seen: [Int] = []
    subject.send(1)
    let subscription = subject.sink { seen.append($0) }
    subject.send(2)
    subject.send(3)
    subscription.cancel()
    subject.send(4)
    #expect(seen == [2, 3])
  }

  @Test func endsWithItsSubscription() {
    let subject = PassthroughSubject<Int, Never>()
    var seen: [Int] = []
    var subscriptions: Set<AnyCancellable> = []
    subject.sink { seen.append($0) }.store(in: &subscriptions)
    subject.send(1)
    subscriptions = []
    subject.send(2)
    #expect(seen == [1])
  }

  @Test func queuesWhatIsSentWhileReceiving() {
    let subject = PassthroughSubject<Int, Never>()
    var seen: [String] = []
    let subscription = subject.sink { value in
      seen.append("begin \(value)")
      if value < 3 { subject.send(value + 1) }
      seen.append("end \(value)")
    }
    subject.send(1)
    #expect(seen == ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
    subscription.cancel()
  }

  @Test func tellsItsEnd() {
    struct Broken: Error, Equatable {}
    let subject = PassthroughSubject<Int, Broken>()
    var ends: [Subscribers.Completion<Broken>] = []
    var seen: [Int] = []
    let early = subject.eraseToAnyPublisher().sink(
      receiveCompletion: { ends.append($0) }, receiveValue: { seen.append($0) })
    subject.send(1)
    subject.send(completion: .failure(Broken()))
    subject.send(2)
    let late = subject.sink(receiveCompletion: { ends.append($0) }, receiveValue: { _ in })
    #expect(ends == [.failure(Broken()), .failure(Broken())])
    #expect(seen == [1])
    early.cancel()
    late.cancel()
  }

  @Test func keepsItsCurrentValue() {
    let subject = CurrentValueSubject<Int, Never>(1)
    var seen: [Int] = []
    subject.value = 2
    let subscription = subject.sink { seen.append($0) }
    subject.send(3)
    #expect(seen == [2, 3])
    #expect(subject.value == 3)
    subscription.cancel()
  }

  @Test func streamsItsValues() async {
    let subject = PassthroughSubject<Int, Never>()
    let values = subject.values
    for value in 1...3 { subject.send(value) }
    subject.send(completion: .finished)
    var seen: [Int] = []
    for await value in values { seen.append(value) }
    #expect(seen == [1, 2, 3])
  }

  @Test func relaysUntilDisposed() {
    let relay = PublishRelay<Int>()
    let other = PublishRelay<Int>()
    var seen: [Int] = []
    var bag = DisposeBag()
    relay.bind(to: other).disposed(by: bag)
    other.subscribe(onNext: { seen.append($0) }).disposed(by: bag)
    relay.accept(1)
    bag = DisposeBag()
    relay.accept(2)
    other.accept(3)
    #expect(seen == [1])
  }

  @Test func tapsAButton() {
    let button = Button()
    var taps = 0
    let subscription = button.rx.tap.bind { taps += 1 }
    button.tap()
    button.tap()
    subscription.dispose()
    button.tap()
    #expect(taps == 2)
  }
}
