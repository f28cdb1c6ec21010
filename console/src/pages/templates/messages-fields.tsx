import type { PromptTemplateMessage } from '@svc/contract';
import { Plus, X } from 'lucide-react';
import { templateStrings } from '../../strings/templates.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { FieldRefusal } from '../../ui/form/field-refusal.tsx';
import { ValueOptions } from '../../ui/form/named-options.tsx';
import { SelectField, TextAreaField } from '../../ui/form/text-field.tsx';

const { create: words, roles } = templateStrings;

interface MessagesFieldsProps {
  readonly messages: readonly PromptTemplateMessage[];
  readonly onMessages: (messages: readonly PromptTemplateMessage[]) => void;
}

export function MessagesFields({ messages, onMessages }: MessagesFieldsProps) {
  const change = (at: number, changed: Partial<PromptTemplateMessage>): void =>
    onMessages(messages.map((message, i) => (i === at ? { ...message, ...changed } : message)));
  const last = messages.at(-1)?.role;
  return (
    <>
      {messages.map(({ role, content }, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- a message has no name but its place
        <div key={i} className="flex flex-col gap-2 rounded-md border border-line p-3">
          <div className="flex items-end justify-between gap-2">
            <SelectField
              label={words.role(i + 1)}
              value={role}
              onChange={({ target }) => change(i, { role: target.value as PromptTemplateMessage['role'] })}
            >
              <ValueOptions of={roles} />
            </SelectField>
            <IconButton
              label={words.remove(i + 1)}
              icon={X}
              disabled={messages.length === 1}
              onClick={() => onMessages(messages.filter((_, at) => at !== i))}
            />
          </div>
          <TextAreaField
            label={words.content(i + 1)}
            hint={words.contentHint}
            rows={4}
            value={content}
            onChange={({ target }) => change(i, { content: target.value })}
          />
        </div>
      ))}
      <FieldRefusal param="messages" missing={words.messagesMissing} />
      <div>
        <Button
          icon={Plus}
          onClick={() =>
            onMessages([...messages, { role: last === 'user' ? 'assistant' : 'user', content: '' }])
          }
        >
          {words.add}
        </Button>
      </div>
    </>
  );
}
