"""How a sheet is drawn, anywhere: look, geometry, drawing, canvas."""
