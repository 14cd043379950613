function close() {
}
