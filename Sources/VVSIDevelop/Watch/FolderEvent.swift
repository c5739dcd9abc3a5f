/// Something that happened in a watched folder.
struct FolderEvent: Equatable {
  enum Kind: Equatable {
    /// A file's new content is complete.
    case written
    /// A file or folder is gone from its place.
    case removed
    /// A folder came, perhaps with files in it.
    case folderCame
    /// The watched folder itself is gone, and the watch with it.
    case selfGone
    /// Events were lost; `folder` means nothing.
    case lost
  }

  let kind: Kind
  /// The number that ``FolderEvents`` gave to the watch.
  let folder: Int32
  /// The name in the folder; empty where it is about the folder itself.
  let name: String
}
