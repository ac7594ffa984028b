fn main() {
    let name = std::env::args().nth(1).expect("a name");
    println!("Hello, {name}, from Rust");
}
