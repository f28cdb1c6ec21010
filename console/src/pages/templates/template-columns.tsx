import { Link } from '@tanstack/react-router';
import type { PromptTemplate } from '@svc/contract';
import { templateStrings as words } from '../../strings/templates.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Ago } from '../../ui/text/time.tsx';

const { columns: heads } = words;

export function templateColumns(workspaceId: string): readonly Column<PromptTemplate>[] {
  return [
    {
      header: heads.name,
      cell: ({ name }) => (
        <Link
          to="/templates/$template"
          params={{ template: name }}
          search={{ workspace: workspaceId }}
          title={name}
          className="row-target rounded font-medium"
        >
          {name}
        </Link>
      ),
    },
    { header: heads.version, width: 'w-32', align: 'right', cell: ({ latest_version: version }) => version },
    { header: heads.labels, wide: true, cell: (template) => <Labels template={template} /> },
    {
      header: heads.variables,
      wide: true,
      cell: ({ variables }) => (variables.length === 0 ? words.none : variables.join(', ')),
    },
    { header: heads.updated, width: 'w-36', wide: true, cell: ({ updated_at: at }) => <Ago at={at} /> },
  ];
}

export function Labels({ template: { labels } }: { readonly template: PromptTemplate }) {
  const all = Object.entries(labels);
  if (all.length === 0) return words.none;
  return (
    <span className="inline-flex flex-wrap gap-1">
      {all.map(([label, version]) => (
        <span key={label} title={words.label.points(label, version)}>
          <Badge>{`${label} → ${version}`}</Badge>
        </span>
      ))}
    </span>
  );
}
