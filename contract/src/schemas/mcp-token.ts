/** A token for an MCP server, which is sent to it in a header. */
export const MCP_TOKEN = /^[\x21-\x7e]{1,8192}$/;
