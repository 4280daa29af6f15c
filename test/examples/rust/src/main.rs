// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Calls what a table says, through pointers; one function has another type.
use std::env;
use std::process::exit;

type Operation = fn(i32, i32) -> i32;

fn add(a: i32, b: i32) -> i32 {
    a + b
}

fn multiply(a: i32, b: i32) -> i32 {
    a * b
}

fn broken(a: i64) -> i64 {
    a
}

fn main() {
    // What unsafe code can do wrong, and a check finds.
    let broken: Operation = unsafe { std::mem::transmute(broken as fn(i64) -> i64) };
    let table: [(&str, Operation); 3] =
        [("add", add), ("multiply", multiply), ("broken", broken)];

    let words: Vec<String> = env::args().collect();
    let [_, name, a, b] = &words[..] else {
        eprintln!("usage: calc add|multiply|broken NUMBER NUMBER");
        exit(2);
    };
    let numbers = (a.parse().expect("a number"), b.parse().expect("a number"));
    for (known, operation) in std::hint::black_box(table) {
        if known == name {
            println!("{}", operation(numbers.0, numbers.1));
        }
    }
}
