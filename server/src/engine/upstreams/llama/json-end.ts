/** Tracks JSON text to the end of its outermost object or array. */
export class JsonEnd {
  closed = false;
  #depth = 0;
  #inString = false;
  #escaped = false;

  /** The part of `text` up to and including the close; nothing once it is closed. */
  push(text: string): string {
    if (this.closed) return '';
    for (let i = 0; i < text.length; i++) {
      this.#step(text[i]!);
      if (this.closed) return text.slice(0, i + 1);
    }
    return text;
  }

  #step(character: string): void {
    if (this.#escaped) this.#escaped = false;
    else if (this.#inString) {
      if (character === '\\') this.#escaped = true;
      else if (character === '"') this.#inString = false;
    } else if (character === '"') this.#inString = true;
    else if (character === '{' || character === '[') this.#depth += 1;
    else if (character === '}' || character === ']') this.closed = --this.#depth === 0;
  }
}
