const partPattern = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+|\p{Lu}+|\p{N}+/gu;

/** Parts of an identifier by case and underscore: `parseHTTPHeader_v2` → `parse`, `HTTP`, `Header`, `v`, `2`. */
export function splitIdentifier(identifier: string): readonly string[] {
  return identifier.match(partPattern) ?? [];
}
