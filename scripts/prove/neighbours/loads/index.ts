import type { Load } from '../load.ts';
import { ARCHIVES } from './archives.ts';
import { BLANK_BATCHES } from './blank-batches.ts';
import { BUNDLES } from './bundles.ts';
import { COMPRESSED_REPORTS } from './compressed-reports.ts';
import { CONNECT_RESETS } from './connect-resets.ts';
import { LARGE_IMAGES, LARGE_TEXTS } from './large-values.ts';
import { MCP_STREAMS } from './mcp-streams.ts';
import { SIGN_INS } from './sign-ins.ts';
import { SILENT_SOCKETS } from './silent-sockets.ts';
import { TEMPLATES, TEMPLATE_COUNTS } from './templates.ts';

/** The rows of the proof. A new load is a file beside these and a line here. */
export const LOADS: readonly Load[] = [
  TEMPLATES,
  TEMPLATE_COUNTS,
  BLANK_BATCHES,
  ARCHIVES,
  COMPRESSED_REPORTS,
  MCP_STREAMS,
  LARGE_TEXTS,
  LARGE_IMAGES,
  BUNDLES,
  CONNECT_RESETS,
  SILENT_SOCKETS,
  SIGN_INS,
];
