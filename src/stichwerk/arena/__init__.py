"""Questions asked of many games: simulations, their statistics and pictures."""
