"""Live tables over HTTP and WebSocket: doors (`http`, `live`), the tables of this process (`hub`), store, bus, limits."""
