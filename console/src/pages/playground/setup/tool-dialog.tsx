import { useState } from 'react';
import { playgroundSetupStrings } from '../../../strings/playground-setup.ts';
import { uiStrings } from '../../../strings/ui.ts';
import { Button } from '../../../ui/button.tsx';
import { Form, type FormValues } from '../../../ui/form/form.tsx';
import { TextAreaField, TextField } from '../../../ui/form/text-field.tsx';
import { Dialog, DialogActions } from '../../../ui/overlay/dialog.tsx';
import type { ToolDefinition } from './call-setup.ts';
import { parseSchema } from './parse-schema.ts';

const { tools: words, format } = playgroundSetupStrings;
const EXAMPLE = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

/** What is wrong with a field. */
interface Faults {
  readonly name?: string;
  readonly schema?: string;
}

interface ToolDialogProps {
  /** Undefined: a new one. */
  readonly tool: ToolDefinition | undefined;
  /** Names of the others. */
  readonly taken: readonly string[];
  readonly onSave: (tool: ToolDefinition) => void;
  readonly onClose: () => void;
}

export function ToolDialog({ tool, taken, onSave, onClose }: ToolDialogProps) {
  const [faults, setFaults] = useState<Faults>({});
  const submit = (values: FormValues) => {
    const saved = { name: values('name'), description: values('description'), schema: values('schema') };
    const found = {
      ...(taken.includes(saved.name) ? { name: words.taken } : {}),
      ...(parseSchema(saved.schema) ? {} : { schema: format.broken }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    onSave(saved);
    onClose();
  };
  return (
    <Dialog title={tool ? words.edit(tool.name) : words.add} open onClose={onClose}>
      <Form onSubmit={submit}>
        <ToolFields tool={tool} faults={faults} />
        <DialogActions>
          <Button onClick={onClose}>{uiStrings.cancel}</Button>
          <Button type="submit" look="primary">
            {words.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

interface ToolFieldsProps {
  readonly tool: ToolDefinition | undefined;
  readonly faults: Faults;
}

function ToolFields({ tool, faults }: ToolFieldsProps) {
  return (
    <>
      <TextField
        label={words.name}
        name="name"
        hint={words.nameHint}
        error={faults.name}
        required
        pattern="[A-Za-z0-9_\-]{1,64}"
        spellCheck={false}
        defaultValue={tool?.name}
      />
      <TextAreaField
        label={words.description}
        name="description"
        hint={words.descriptionHint}
        optional
        rows={2}
        defaultValue={tool?.description}
      />
      <TextAreaField
        label={words.schema}
        name="schema"
        hint={words.schemaHint}
        error={faults.schema}
        rows={8}
        spellCheck={false}
        className="font-mono text-[13px]"
        defaultValue={tool?.schema ?? JSON.stringify(EXAMPLE, undefined, 2)}
      />
    </>
  );
}
