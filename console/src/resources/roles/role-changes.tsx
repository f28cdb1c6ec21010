import type { OrganizationRole } from '@svc/contract';
import { roleMappingStrings } from '../../strings/role-mapping.ts';
import { shellStrings } from '../../strings/shell.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { wholeList } from '../../ui/whole-list.ts';

const { changes: words } = roleMappingStrings;

export interface RoleChange {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Undefined: the table has no such column. Null: not known. */
  readonly groups?: readonly string[] | null;
  readonly before: OrganizationRole | null;
  /** Null: refused. */
  readonly after: OrganizationRole | null;
}

const PERSON: Column<RoleChange> = {
  header: words.member,
  cell: ({ name, email }) => <TwoLines first={name} second={email} />,
};

const GROUPS: Column<RoleChange> = {
  header: words.groups,
  width: 'w-48',
  wide: true,
  cell: ({ groups }) =>
    groups ? groups.join(', ') || words.none : <span className="text-quiet">{words.unknown}</span>,
};

const ROLES: readonly Column<RoleChange>[] = [
  { header: words.before, width: 'w-32', wide: true, cell: ({ before }) => nameOf(before) },
  {
    header: words.after,
    width: 'w-40',
    cell: ({ before, after }) => {
      if (after === null) return <Badge tone="danger">{words.refused}</Badge>;
      return before === after ? nameOf(after) : <Badge tone="warn">{nameOf(after)}</Badge>;
    },
  },
];

function nameOf(role: OrganizationRole | null): string {
  return role === null ? words.none : shellStrings.roles[role];
}

interface RoleChangesProps {
  readonly label: string;
  readonly rows: readonly RoleChange[];
}

/** Who would get which role. */
export function RoleChanges({ label, rows }: RoleChangesProps) {
  const hasGroups = rows.some(({ groups }) => groups !== undefined);
  return (
    <DataTable
      label={label}
      columns={[PERSON, ...(hasGroups ? [GROUPS] : []), ...ROLES]}
      list={wholeList(rows)}
      rowKey={({ id }) => id}
      empty={null}
    />
  );
}
