"""Tables over the network: protocol, rooms, event store, sessions, HTTP and WebSocket app."""
