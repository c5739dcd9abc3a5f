/// Where `vvsi` keeps what it makes for a user.
public enum UserFolder {
  /// Builds, and in `run` the private copies of what is loaded: in `XDG_CACHE_HOME`, else in the home folder's `.cache`.
  public static var cache: String { BuildCache.standard.path }
}
