import type { ToolCall } from '@svc/sdk';
import { playgroundSetupStrings } from '../../../strings/playground-setup.ts';
import { Button } from '../../../ui/button.tsx';
import { Form, type FormValues } from '../../../ui/form/form.tsx';
import { TextAreaField } from '../../../ui/form/text-field.tsx';
import type { ToolResult } from './rounds.ts';

const { calls: words } = playgroundSetupStrings;

interface ToolResultsFormProps {
  readonly calls: readonly ToolCall[];
  readonly onSend: (results: readonly ToolResult[]) => void;
}

/** In place of a program: the person types what each function returns. */
export function ToolResultsForm({ calls, onSend }: ToolResultsFormProps) {
  const submit = (values: FormValues) =>
    onSend(calls.map(({ id, function: { name } }) => ({ id, name, content: values(id) })));
  return (
    <div className="rounded-lg border border-line p-4">
      <p className="mb-3 font-medium">{words.resultsTitle}</p>
      <Form onSubmit={submit}>
        {calls.map(({ id, function: { name } }) => (
          <TextAreaField
            key={id}
            name={id}
            label={words.result(name)}
            hint={words.resultHint}
            rows={2}
            required
            spellCheck={false}
            className="font-mono text-[13px]"
          />
        ))}
        <div className="flex justify-end">
          <Button type="submit" look="primary">
            {words.send}
          </Button>
        </div>
      </Form>
    </div>
  );
}
