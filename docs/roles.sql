-- Once in each database and before its first migration, as a superuser, or as the owner if it has createrole: the role that
-- servers use. Tables come from the owner's migrations, so that it is the owner's defaults that are set, whoever runs this.
-- It works on rows and owns nothing, so that not even the product can alter its audit trail. APP_PASSWORD becomes its password.
\set ON_ERROR_STOP on
\getenv app_password APP_PASSWORD
select pg_get_userbyid(datdba) as owner from pg_database where datname = current_database() \gset
select not exists (select from pg_roles where rolname = 'holdfast_app') as is_new \gset
\if :is_new
create role holdfast_app login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'app_password';
\endif
revoke create on schema public from public;
grant usage on schema public to holdfast_app;
alter default privileges for role :"owner" in schema public grant select, insert, update, delete on tables to holdfast_app;
alter default privileges for role :"owner" in schema public grant usage, select, update on sequences to holdfast_app;
