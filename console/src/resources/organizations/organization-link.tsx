import { Link } from '@tanstack/react-router';

interface OrganizationLinkProps {
  /** Null: of none, and nothing is shown. */
  readonly id: string | null;
  /** Absent: its id. */
  readonly name?: string;
}

/** The way to an organization's page. It lies above a button that covers its row. */
export function OrganizationLink({ id, name }: OrganizationLinkProps) {
  if (id === null) return null;
  return (
    <Link
      to="/operator/organizations/$organizationId"
      params={{ organizationId: id }}
      className="block truncate rounded underline-offset-4 hover:underline"
    >
      {name ?? <span className="font-mono text-[13px]">{id}</span>}
    </Link>
  );
}
