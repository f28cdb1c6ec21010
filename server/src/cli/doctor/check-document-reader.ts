import { hasNetworkNamespace } from '#content';
import type { Finding } from './finding.ts';

const what = 'document reader';

/** Whether the kernel closes the network to the processes that read documents (0041). */
export async function checkDocumentReader(): Promise<Finding> {
  if (await hasNetworkNamespace())
    return { state: 'ok', what, detail: 'runs without network, in its own namespace' };
  const detail =
    '`unshare --user --net` does not work here: only the process itself keeps documents from the network (SECURITY.md)';
  return { state: 'warn', what, detail };
}
