import { useQuery } from '@tanstack/react-query';
import { nodesOptions } from '../../api/operator-health.ts';
import { queuesOptions } from '../../api/operator-queues.ts';
import { operatorNowStrings } from '../../strings/operator-now.ts';
import { DocsLink } from '../../ui/docs-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { deploymentProblems } from './find-problems.ts';

const { problems: words } = operatorNowStrings;

/** What is wrong, in words, with what happens meanwhile and what to do. Nothing where nothing is. */
export function DeploymentProblems() {
  const { data: nodes } = useQuery(nodesOptions);
  const { data: queues } = useQuery(queuesOptions);
  const problems = deploymentProblems(nodes?.data ?? [], queues?.jobs ?? []);
  if (problems.length === 0) return null;
  return (
    <section aria-label={words.title} className="flex flex-col gap-3">
      {problems.map(({ text, nodes: names, tone, docs }) => (
        <Notice key={text} tone={tone}>
          {names.length > 0 && `${words.on(names.join(', '))} `}
          {text} <DocsLink to={docs} />
        </Notice>
      ))}
    </section>
  );
}
