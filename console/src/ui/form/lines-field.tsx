import type { ReactNode } from 'react';
import type { DocsPlace } from '../../strings/docs.ts';
import { TextAreaField } from './text-field.tsx';

interface LinesFieldProps {
  readonly label: string;
  readonly name: string;
  readonly hint?: ReactNode;
  readonly docs?: DocsPlace;
  readonly error?: string | undefined;
  readonly param?: string;
  readonly missing?: string;
  readonly lines?: readonly string[] | undefined;
  readonly optional?: boolean;
}

/** A list, one entry a line. What is an entry, and what it becomes, the server says. */
export function LinesField({ lines, ...field }: LinesFieldProps) {
  return (
    <TextAreaField
      {...field}
      defaultValue={lines?.join('\n')}
      rows={3}
      spellCheck={false}
      autoCapitalize="none"
      className="font-mono text-[13px]"
    />
  );
}

/** The entries of such a field's text. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
