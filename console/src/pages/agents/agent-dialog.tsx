import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Agent } from '@svc/contract';
import { AGENTS, agentPath } from '../../api/agents.ts';
import { call } from '../../api/console-api.ts';
import { chatModelsOptions } from '../../api/models.ts';
import { agentStrings } from '../../strings/agents.ts';
import { changesOf } from '../../ui/form/changes-of.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { agentRows } from './agent-rows.ts';

const { form: words } = agentStrings;

interface AgentDialogProps {
  readonly workspaceId: string;
  /** That is changed. Absent: a new one is created. */
  readonly agent?: Agent;
  readonly onClose: () => void;
}

/** Creates an agent and leads to its page, or makes the next version of one. */
export function AgentDialog({ workspaceId, agent, onClose }: AgentDialogProps) {
  const navigate = useNavigate();
  const { data: models, error } = useQuery(chatModelsOptions(workspaceId));
  const title = agent ? words.editTitle : words.createTitle;
  if (!models && !error)
    return (
      <Dialog title={title} open onClose={() => onClose()}>
        <SkeletonLines />
      </Dialog>
    );
  const rows = agentRows(models?.map(({ id }) => id) ?? [], agent);
  const openPage = ({ id }: Agent) =>
    void navigate({ to: '/agents/$workspaceId/$agentId', params: { workspaceId, agentId: id } });
  return (
    <FormDialog
      title={title}
      submit={agent ? words.save : words.create}
      rows={rows}
      onSubmit={(settings) =>
        agent
          ? call('updateAgent', {
              path: agentPath(agent),
              // Of the version that is shown: what somebody else has changed meanwhile is not set back.
              body: { ...changesOf(agent, settings), version: agent.version },
            })
          : call('createAgent', { path: { workspace_id: workspaceId }, body: settings })
      }
      refreshes={[AGENTS]}
      done={({ version }) => words.done(version)}
      onClose={(saved) => {
        onClose();
        if (saved && !agent) openPage(saved);
      }}
    >
      <FormError error={error} />
    </FormDialog>
  );
}
