"""The pad as a folder that any web host serves: `qwixx-pad build-site DIR`.

Nothing in here is loaded by a pad that is played on.
"""
