"""Where everything lies on a play screen: boxes, in dp."""
