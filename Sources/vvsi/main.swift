print("vvsi")
