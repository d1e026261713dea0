/** What afterwit makes in its home. Whatever else lies there is somebody else's: the user's `config.json`, for one. */
export const ownNames =
  /^(?:memory\.db(?:[.-].*)?|index|git-shim|logs|backups|compile-cache|spool|sessions|terminals|program(?:\..*)?|cache\.db(?:-.*)?|resolved\.json(?:\..*)?)$/;
