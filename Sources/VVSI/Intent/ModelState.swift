/// What an intent tells its view; often an event, such as a value that changed.
public protocol ModelState {}
