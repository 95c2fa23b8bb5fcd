drop table api_keys, members, verifications, accounts, sessions, users, orgs;
