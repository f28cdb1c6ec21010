/** Ids of the objects in the examples, so that an id means the same object wherever it stands. */
const ulid = (end: string): string => `01kbx3v9m2h7q4t8w5y6z0${end}`;

export const REQUEST_ID = `req_${ulid('aa01')}`;
export const ORGANIZATION_ID = `org_${ulid('bb01')}`;
export const OWNER_ID = `user_${ulid('cc01')}`;
export const DEVELOPER_ID = `user_${ulid('cc02')}`;
export const WORKSPACE_ID = `wrkspc_${ulid('dd01')}`;
export const API_KEY_ID = `apikey_${ulid('ee01')}`;
export const ADMIN_KEY_ID = `adminkey_${ulid('ee02')}`;
export const INVITE_ID = `invite_${ulid('ff01')}`;
export const SPEND_LIMIT_ID = `spl_${ulid('gg01')}`;
export const AUDIT_EVENT_ID = `audit_${ulid('hh01')}`;
export const PLUGIN_ID = `plg_${ulid('jj01')}`;
export const WEBHOOK_ID = `whk_${ulid('kk01')}`;
export const DELIVERY_ID = `whd_${ulid('mm01')}`;
export const EVENT_ID = `evt_${ulid('nn01')}`;
export const TUNNEL_ID = `tnl_${ulid('pp01')}`;
export const CONNECTION_ID = `conn_${ulid('qq01')}`;
export const CERTIFICATE_ID = `tcert_${ulid('rr01')}`;
export const INPUT_FILE_ID = `file_${ulid('ss01')}`;
export const OUTPUT_FILE_ID = `file_${ulid('ss02')}`;
export const BATCH_ID = `batch_${ulid('tt01')}`;
export const TEMPLATE_ID = `ptpl_${ulid('vv01')}`;
export const PROMPT_TOOL_ID = `ptool_${ulid('ww01')}`;
export const CREDIT_GRANT_ID = `grant_${ulid('xx01')}`;
export const OPERATOR_ID = `oper_${ulid('yy01')}`;
export const OPERATOR_KEY_ID = `operkey_${ulid('yy02')}`;
export const OPERATOR_EVENT_ID = `operevt_${ulid('zz01')}`;
