import type { ComponentProps } from 'react';
import { TextAreaField } from '../../ui/form/text-field.tsx';
import type { Row } from '../../ui/form/rows/row.ts';

interface JsonRow<Value> extends Pick<ComponentProps<typeof TextAreaField>, 'label' | 'hint'> {
  readonly initial: Value;
}

/** A value as JSON text. What is no JSON is sent as it was typed, and the service says beside the field what it must be. */
export function jsonRow<Value>({ initial, ...field }: JsonRow<Value>): Row<Value> {
  return {
    render: (name) => (
      <TextAreaField
        {...field}
        name={name}
        param={name}
        defaultValue={JSON.stringify(initial, undefined, 2)}
        spellCheck={false}
        className="font-mono text-[13px]"
      />
    ),
    // The service checks its shape.
    read: (values, name) => parsed(values(name)) as Value,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
