"""The server: HTTP in front of the app, streams handed over, certificates, names, the greeting."""
