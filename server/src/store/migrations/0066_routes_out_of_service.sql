-- Routes that get no calls, since an operator took them out of service. A route is one engine serving one model, by their names in the
-- configuration, which is no table.
create table routes_out_of_service (
  model text not null,
  engine text not null,
  reason text,
  created_at timestamptz not null,
  primary key (model, engine)
);
