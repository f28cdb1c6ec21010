import type { Tunnel, TunnelTest } from '@svc/contract';
import { testTunnel } from '../../api/tunnels.ts';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';
import { TestDialog } from '../../ui/form/test-dialog.tsx';

const { test: words } = tunnelStrings;

interface TestTunnelDialogProps {
  readonly tunnel: Tunnel;
  readonly onClose: () => void;
}

export function TestTunnelDialog({ tunnel, onClose }: TestTunnelDialogProps) {
  return (
    <TestDialog
      words={words}
      onTest={(values) =>
        testTunnel(tunnel, { url: values('url'), authorization_token: values('token') || null })
      }
      renderResult={({ tools }) => <ToolList tools={tools} />}
      onClose={onClose}
    >
      <SelectField label={words.target} name="url" param="url">
        {tunnel.allowed_targets.map((target) => (
          <option key={target} value={target}>
            {target}
          </option>
        ))}
      </SelectField>
      <PasswordField
        label={words.token}
        hint={words.tokenHint}
        name="token"
        autoComplete="off"
        optional
        param="authorization_token"
      />
    </TestDialog>
  );
}

function ToolList({ tools }: Pick<TunnelTest, 'tools'>) {
  if (tools.length === 0) return <p>{words.none}</p>;
  return (
    <>
      <p>{words.tools(tools.length)}</p>
      <ul className="mt-2 flex flex-col gap-2">
        {tools.map(({ name, description }) => (
          <li key={name}>
            <code className="font-mono text-[13px] font-medium">{name}</code>
            {description !== null && <p className="text-[13px] text-quiet">{description}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}
