import type { SignUp } from '@svc/contract';
import { Ban, Check } from 'lucide-react';
import { operatorSignUpStrings as words } from '../../strings/operator-sign-ups.ts';
import { IconButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { OrganizationLink } from '../../resources/organizations/organization-link.tsx';

const { columns: heads } = words;

/** What an operator is about to do with one that waits. */
export interface Decision {
  readonly to: 'approve' | 'refuse';
  readonly signUp: SignUp;
}

/** `onDecide` is absent for who may not, and for what does not wait. */
export function signUpColumns(
  status: SignUp['status'],
  onDecide: ((decision: Decision) => void) | undefined,
): readonly Column<SignUp>[] {
  return [
    { header: heads.person, cell: ({ name, email }) => <TwoLines first={name} second={email} /> },
    { header: heads.organization, wide: true, cell: organizationOf },
    ...(status === 'refused'
      ? [{ header: heads.reason, wide: true, cell: ({ reason }: SignUp) => reason }]
      : []),
    {
      header: heads.created,
      width: 'w-36',
      wide: true,
      cell: (one) => (
        <span className="text-quiet">
          <Ago at={one.created_at} />
        </span>
      ),
    },
    ...(onDecide ? [decisionColumn(onDecide)] : []),
  ];
}

function organizationOf({ organization_id: id, organization_name: name }: SignUp) {
  return id === null ? name : <OrganizationLink id={id} name={name} />;
}

function decisionColumn(onDecide: (decision: Decision) => void): Column<SignUp> {
  return {
    header: heads.actions,
    hiddenHeader: true,
    width: 'w-24 md:w-28',
    align: 'right',
    cell: (signUp) => (
      <span className="flex justify-end gap-1">
        <IconButton
          label={words.approve.named(signUp.email)}
          icon={Check}
          onClick={() => onDecide({ to: 'approve', signUp })}
        />
        <IconButton
          label={words.refuse.named(signUp.email)}
          icon={Ban}
          onClick={() => onDecide({ to: 'refuse', signUp })}
        />
      </span>
    ),
  };
}
