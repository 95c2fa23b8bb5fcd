-- Once, as a superuser or the database's owner, in the database and before its first migration: the role that servers use.
-- It works on rows and owns nothing, so that not even the product can alter its audit trail. APP_PASSWORD is its password.
\set ON_ERROR_STOP on
\getenv app_password APP_PASSWORD
create role holdfast_app login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'app_password';
revoke create on schema public from public;
grant usage on schema public to holdfast_app;
alter default privileges in schema public grant select, insert, update, delete on tables to holdfast_app;
alter default privileges in schema public grant usage, select, update on sequences to holdfast_app;
