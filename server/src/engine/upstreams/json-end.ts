const BACKSLASH = 92;
const QUOTE = 34;

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
      this.#step(text.charCodeAt(i));
      if (this.closed) return text.slice(0, i + 1);
    }
    return text;
  }

  #step(code: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (this.#inString) {
      if (code === BACKSLASH) this.#escaped = true;
      else if (code === QUOTE) this.#inString = false;
    } else if (code === QUOTE) this.#inString = true;
    // Bit 5 is all that tells a bracket from a brace.
    else if ((code | 32) === 123) this.#depth += 1;
    else if ((code | 32) === 125) this.closed = --this.#depth === 0;
  }
}
