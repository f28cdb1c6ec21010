import type { ToolCall } from '@svc/sdk';
import { playgroundSetupStrings } from '../../../strings/playground-setup.ts';

const { calls: words } = playgroundSetupStrings;

/** The functions that the model asks for. */
export function CalledTools({ calls }: { readonly calls: readonly ToolCall[] }) {
  return calls.map(({ id, function: { name, arguments: text } }) => (
    <div key={id} className="mt-2 rounded-lg border border-line bg-sunken px-3 py-2">
      <p className="font-medium wrap-anywhere">{words.called(name)}</p>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard
        tabIndex={0}
        aria-label={words.arguments}
        role="group"
        className="overflow-x-auto font-mono text-[13px]"
      >
        {indented(text)}
      </pre>
    </div>
  ));
}

/** Arguments as JSON to read. A model may write what is none: then they are shown as they are. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
