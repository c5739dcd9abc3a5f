// A feature imports this module only, and may want to read JSON itself.
@_exported public import VVSIJSON
