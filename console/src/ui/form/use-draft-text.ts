import { useState } from 'react';

interface DraftText {
  /** What was typed; undefined while the value stands for itself. */
  readonly draft: string | undefined;
  readonly type: (text: string | undefined) => void;
  /** To be called with each value that is handed out to become the field's. */
  readonly expect: (value: string) => void;
}

/**
 * What is typed into a field whose value is elsewhere, such as in the address, and takes what was typed later. When a value arrives that came
 * from the field, what has been typed since stays, and so does the element with the focus. Any other value replaces what was typed.
 */
export function useDraftText(value: string): DraftText {
  const [draft, setDraft] = useState<string>();
  const [known, setKnown] = useState(value);
  const [expected, setExpected] = useState<readonly string[]>([]);
  if (known !== value) {
    const place = expected.indexOf(value);
    setKnown(value);
    setExpected(place === -1 ? [] : expected.slice(place + 1));
    if (place === -1) setDraft(undefined);
  }
  return {
    draft,
    type: setDraft,
    expect: (next) => setExpected((before) => [...before, next]),
  };
}
