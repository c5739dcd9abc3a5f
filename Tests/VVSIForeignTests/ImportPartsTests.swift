import Testing
import VVSIJSON

@testable import VVSIForeign

/// What a header's import is made of.
@Suite struct ImportPartsTests {
  @Test(arguments: [
    ("int", TypeSpelling.named("int", isConstant: false)),
    ("const unsigned char", .named("unsigned char", isConstant: true)),
    ("struct shape *", .pointer(.named("struct shape", isConstant: false))),
    ("char *const *", .pointer(.pointer(.named("char", isConstant: false)))),
    ("const char * _Nonnull", .pointer(.named("char", isConstant: true))),
    ("int[2][3]", .array(.array(.named("int", isConstant: false), count: 3), count: 2)),
    ("char[]", .array(.named("char", isConstant: false), count: nil)),
    (
      "int (*)(void *, ...)",
      .pointer(
        .function(
          result: .named("int", isConstant: false),
          parameters: [.pointer(.named("void", isConstant: false))], isVariadic: true))
    ),
    (
      "void (void)",
      .function(result: .named("void", isConstant: false), parameters: [], isVariadic: false)
    ),
    (
      "void (*(int))(long)",
      .function(
        result: .pointer(
          .function(
            result: .named("void", isConstant: false),
            parameters: [.named("long", isConstant: false)], isVariadic: false)),
        parameters: [.named("int", isConstant: false)], isVariadic: false)
    ),
    (
      "int (*[3])(int)",
      .array(
        .pointer(
          .function(
            result: .named("int", isConstant: false),
            parameters: [.named("int", isConstant: false)], isVariadic: false)), count: 3)
    ),
  ])
  func readsTypesAsCSpellsThem(_ text: String, _ type: TypeSpelling) {
    #expect(TypeSpelling(text) == type)
  }

  @Test(arguments: ["", "*", "int (", "int (*", "int [", "struct (unnamed at x.h:1:1)", "int )"])
  func isNotMisledByWhatItCannotRead(_ text: String) {
    #expect(TypeSpelling(text) == nil)
  }

  @Test(arguments: [
    ("len", true), ("sourceLen", true), ("nByte", true), ("size", true), ("buf_size", true),
    ("n", true), ("stride_bytes", false), ("level", false), ("flags", false), ("name", false),
    ("next", false),
  ])
  func knowsLengthsByName(_ name: String, _ isLength: Bool) {
    #expect(Customs.isLength(name) == isLength)
  }

  @Test(arguments: [
    ("sqlite3_close", true), ("sqlite3_close_v2", true), ("gzclose_r", true), ("closedir", true),
    ("XML_ParserFree", true), ("box_free", true), ("sqlite3_db_release_memory", false),
    ("sqlite3_db_cacheflush", false), ("gzflush", false), ("freezeAll", false),
  ])
  func knowsEndsByName(_ name: String, _ isEnd: Bool) {
    #expect(Customs.isEnd(name) == isEnd)
  }

  @Test func followsPlacesThatAreOnlyGivenWhereTheyChange() throws {
    let tree = try JSON(
      parsing: """
        {"kind":"TranslationUnitDecl","inner":[
          {"kind":"FunctionDecl","loc":{"offset":1,"file":"a.h","line":3},
           "range":{"begin":{"offset":0},"end":{"offset":9,"line":5}},
           "name":"one","type":{"qualType":"int (void)"}},
          {"kind":"FunctionDecl","loc":{"offset":20},"name":"two","type":{"qualType":"int (void)"}},
          {"kind":"FunctionDecl","loc":{
            "spellingLoc":{"offset":1,"file":"m.h","line":90},
            "expansionLoc":{"offset":40,"file":"a.h","line":7}},
           "name":"three","type":{"qualType":"int (void)"}},
          {"kind":"FunctionDecl","loc":{"offset":50,"line":8},
           "name":"four","type":{"qualType":"int (void)"}}]}
        """)
    let places = HeaderSyntax(tree).functions.map(\.place)
    #expect(places.map(\.file) == ["a.h", "a.h", "a.h", "a.h"])
    #expect(places.map(\.line) == [3, 5, 7, 8])
  }
}
