import type { Tunnel } from '@svc/contract';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { emptyAs } from '../../ui/form/rows/row.ts';
import { linesRow, textRow } from '../../ui/form/rows/text-rows.tsx';

const { form: words } = tunnelStrings;

export function tunnelRows(tunnel?: Tunnel) {
  return {
    name: textRow({ label: words.name, initial: tunnel?.name, maxLength: 64 }),
    allowed_targets: linesRow({
      label: words.targets,
      hint: words.targetsHint,
      docs: 'tunnelTargets',
      initial: tunnel?.allowed_targets,
      missing: words.targetsMissing,
    }),
    description: emptyAs(
      null,
      textRow({ label: words.description, initial: tunnel?.description, maxLength: 200, optional: true }),
    ),
  };
}
