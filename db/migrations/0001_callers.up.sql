-- Who calls: organizations, people, their roles and API keys (contract, sections 1 and 3).

create table orgs (
  id          text collate "C" primary key,
  name        text not null,
  slug        text not null,
  is_platform boolean not null default false,
  created_at  timestamptz not null default now(),
  constraint orgs_slug_unique unique (slug)
);
-- Exactly one org can be the operator.
create unique index orgs_one_platform on orgs (is_platform) where is_platform;

-- users, sessions, accounts and verifications have the columns that the sign-in library expects.
create table users (
  id             text collate "C" primary key,
  name           text not null,
  email          text not null,
  email_verified boolean not null default false,
  image          text,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  constraint users_email_unique unique (email)
);

create table sessions (
  id            text collate "C" primary key,
  user_id       text collate "C" not null references users (id) on delete cascade,
  token         text not null,
  expires_at    timestamptz not null,
  ip_address    text,
  user_agent    text,
  active_org_id text collate "C" references orgs (id),
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  constraint sessions_token_unique unique (token)
);
create index sessions_user on sessions (user_id);

create table accounts (
  id                       text collate "C" primary key,
  user_id                  text collate "C" not null references users (id) on delete cascade,
  account_id               text not null,
  provider_id              text not null,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  scope                    text,
  password                 text,
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now()
);
create index accounts_user on accounts (user_id);

create table verifications (
  id         text collate "C" primary key,
  identifier text not null,
  value      text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);

create table members (
  org_id     text collate "C" not null references orgs (id),
  user_id    text collate "C" not null references users (id) on delete cascade,
  role       text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, user_id),
  constraint members_role check (role in ('owner', 'admin', 'member', 'viewer'))
);
create index members_user on members (user_id);

create table api_keys (
  id             text collate "C" primary key,
  org_id         text collate "C" not null references orgs (id),
  name           text not null,
  key_prefix     text not null,
  key_hash       bytea not null,
  permissions    text[] not null,
  -- The person at the root of the chain of makers, and the org whose role caps the key; null for keys that no person made.
  maker_user_id  text collate "C",
  maker_org_id   text collate "C",
  maker_key_id   text collate "C",
  created_at     timestamptz not null default now(),
  expires_at     timestamptz,
  last_used_at   timestamptz,
  revoked_at     timestamptz,
  constraint api_keys_hash_unique unique (key_hash)
);
create index api_keys_org on api_keys (org_id, id);
