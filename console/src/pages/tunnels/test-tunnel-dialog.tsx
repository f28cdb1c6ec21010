import { useMutation } from '@tanstack/react-query';
import type { Tunnel, TunnelTest } from '@svc/contract';
import { testTunnel } from '../../api/tunnels.ts';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../../ui/button.tsx';
import { Form, type FormValues } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';
import { Dialog, DialogActions } from '../../ui/overlay/dialog.tsx';

const { test: words } = tunnelStrings;

interface TestTunnelDialogProps {
  readonly tunnel: Tunnel;
  readonly onClose: () => void;
}

export function TestTunnelDialog({ tunnel, onClose }: TestTunnelDialogProps) {
  const test = useMutation({
    mutationFn: (values: FormValues) =>
      testTunnel(tunnel, { url: values('url'), authorization_token: values('token') || null }),
  });
  return (
    <Dialog title={words.title} open onClose={onClose}>
      <Form onSubmit={test.mutate}>
        <p>{words.text}</p>
        <SelectField label={words.target} name="url">
          {tunnel.allowed_targets.map((target) => (
            <option key={target} value={target}>
              {target}
            </option>
          ))}
        </SelectField>
        <PasswordField label={words.token} hint={words.tokenHint} name="token" autoComplete="off" optional />
        <div role="status">{test.data && <ToolList tools={test.data.tools} />}</div>
        <FormError error={test.error} />
        <DialogActions>
          <Button onClick={onClose}>{uiStrings.close}</Button>
          <Button type="submit" look="primary" busy={test.isPending}>
            {words.submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
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
