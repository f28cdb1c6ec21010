import { useNavigate } from '@tanstack/react-router';
import type { Me, PromptTemplate } from '@svc/contract';
import { FileText, Plus } from 'lucide-react';
import { useState } from 'react';
import { usePagedList } from '../../api/pages.ts';
import { templateList } from '../../api/prompts.ts';
import { templateStrings as words } from '../../strings/templates.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NamedOptions } from '../../ui/form/named-options.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';
import { Page } from '../../ui/page.tsx';
import { templateColumns } from './template-columns.tsx';
import { VersionDialog } from './version-dialog.tsx';

const idOf = (template: PromptTemplate) => template.id;

interface WorkspaceTemplatesProps {
  readonly workspace: Me['workspaces'][number];
  /** All that one may choose from. */
  readonly workspaces: Me['workspaces'];
}

export function WorkspaceTemplates({ workspace, workspaces }: WorkspaceTemplatesProps) {
  const list = usePagedList(templateList(workspace.id));
  const navigate = useNavigate({ from: '/templates' });
  const [isCreating, setIsCreating] = useState(false);
  const create = (
    <Button look="primary" icon={Plus} onClick={() => setIsCreating(true)}>
      {words.create.action}
    </Button>
  );
  const isEmpty = list.status === 'success' && list.rows.length === 0;
  const empty = (
    <EmptyState icon={FileText} title={words.empty.title} action={create}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={!isEmpty && create}>
      {workspaces.length > 1 && (
        <SelectField
          label={words.workspace}
          className="sm:max-w-xs"
          value={workspace.id}
          onChange={({ target }) => void navigate({ search: { workspace: target.value } })}
        >
          <NamedOptions of={workspaces} />
        </SelectField>
      )}
      <DataTable
        label={words.list}
        columns={templateColumns(workspace.id)}
        list={list}
        rowKey={idOf}
        empty={empty}
      />
      {isCreating && <VersionDialog workspaceId={workspace.id} onClose={() => setIsCreating(false)} />}
    </Page>
  );
}
