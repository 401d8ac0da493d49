"""What stands between the network and the app: certificates, names, what the terminal says."""
