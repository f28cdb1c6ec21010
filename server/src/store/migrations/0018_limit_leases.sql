-- Parts of the limits that several nodes share, set aside for one node: of the plan's windows (counter 'plan', in thousandths of an
-- allowance token) and of spend limits (the counter is the scope, in nano-dollars). From a usable part its node admits requests without
-- asking: a request may only pass a limit while no other node has one. What a node has used of its part may be in the
-- database already: a part is only made smaller by its node. A part whose node is gone no longer counts when it expires.
create table limit_leases (
  organization_id text not null,
  node_id text not null,
  counter text not null,
  leased bigint not null check (leased > 0),
  usable boolean not null,
  expires_at timestamptz not null,
  primary key (organization_id, node_id, counter)
);
