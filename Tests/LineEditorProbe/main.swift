await Probe().run()
