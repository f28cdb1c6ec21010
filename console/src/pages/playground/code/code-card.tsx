import type { Model } from '@svc/sdk';
import { useState } from 'react';
import { API_FORMAT_NAMES, API_FORMATS, type ApiFormat } from '../../../api/api-formats.ts';
import { codeStrings as words } from '../../../strings/playground-code.ts';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { ValueOptions } from '../../../ui/form/named-options.tsx';
import { SelectField } from '../../../ui/form/text-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Card } from '../../../ui/page.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useEnabledVendors } from '../../../resources/models/api-paths.ts';
import type { PlaygroundRequest } from '../conversation/chat-request.ts';
import { curlCode } from './curl-code.ts';
import { programCall } from './program-call.ts';
import { pythonCode } from './python-code.ts';
import { typescriptCode } from './typescript-code.ts';

const LANGUAGES = [
  { value: 'curl', label: words.curl, write: curlCode },
  { value: 'python', label: words.python, write: pythonCode },
  { value: 'typescript', label: words.typescript, write: typescriptCode },
] as const;

interface CodeCardProps {
  /** Undefined while there is nothing to send. */
  readonly request: PlaygroundRequest | undefined;
  readonly model: Model;
  /** Of the prompt template, if there is one. */
  readonly asksByItself: boolean;
}

/** The call as programs make it, in each API format that the operator has left on. */
export function CodeCard({ request, ...shared }: CodeCardProps) {
  return (
    <Card title={words.title} lead={words.lead}>
      {request ? <Code {...shared} request={request} /> : <p className="text-quiet">{words.nothing}</p>}
    </Card>
  );
}

type CodeProps = CodeCardProps & { readonly request: PlaygroundRequest };

function Code({ request, model, asksByItself }: CodeProps) {
  const [chosen, setFormat] = useState<ApiFormat>('chat');
  const hasPrompt = request.prompt !== undefined;
  const enabled = useEnabledVendors();
  const formats = API_FORMAT_NAMES.filter((one) => {
    const endpoint = API_FORMATS[one];
    return !('vendor' in endpoint) || (enabled[endpoint.vendor] && !hasPrompt);
  });
  const format = formats.includes(chosen) ? chosen : 'chat';
  const call = programCall(format, location.origin, request, model);
  const tabs = LANGUAGES.map(({ value, label, write }) => ({
    value,
    label,
    content: <CodeBlock code={write(call)} what={words.copy} />,
  }));
  const isRefused = format === 'messages' && asksByItself && beginsWithUser(request);
  return (
    <div className="flex flex-col gap-4">
      <div className="max-w-xs">
        <SelectField
          label={words.format}
          hint={hasPrompt && words.ownOnly}
          value={format}
          onChange={({ target }) => setFormat(target.value as ApiFormat)}
        >
          <ValueOptions of={words.formats} values={formats} />
        </SelectField>
      </div>
      {call.leftOut.length > 0 && (
        <p className="text-[13px] text-quiet">{words.leftOut(call.leftOut.join(', '))}</p>
      )}
      {isRefused && <Notice tone="warn">{words.refused}</Notice>}
      <Tabs label={words.label} tabs={tabs} />
    </div>
  );
}

function beginsWithUser({ messages }: PlaygroundRequest): boolean {
  return messages.find(({ role }) => role !== 'system')?.role === 'user';
}
