plain()
