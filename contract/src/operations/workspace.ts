import { FILE_OPERATIONS } from './workspace/files.ts';

/** What belongs to a workspace, with its private keys (platform contract §4.5 to §4.9). What is still to come is in `resources.ts`. */
export const WORKSPACE_OPERATIONS = [...FILE_OPERATIONS] as const;
