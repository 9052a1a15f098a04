use std::time::Instant;
use tamis_core::*;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let body = std::fs::read(path).unwrap();
    let policy=Policy::from_json(r#"{"mask":{"windowTurns":8,"minChars":0,"keepErrors":false,"keepErrorsMaxChars":4000,"errorPatterns":[],"keepLastKPerTool":null,"excludeTools":[],"tools":[],"maxObservationChars":null,"protectOpenLoop":false,"placeholder":{"family":"conversation","locale":"en"}}}"#).unwrap();
    let med = |f: &mut dyn FnMut()| {
        let mut v: Vec<u128> = (0..300)
            .map(|_| {
                let t = Instant::now();
                f();
                t.elapsed().as_nanos()
            })
            .collect();
        v.sort();
        v[15]
    };
    for level in Level::available() {
        let mut index = Index::default();
        let n = med(&mut || {
            index.build(&body, level, Listing::Conversation).unwrap();
        });
        println!(
            "{:8} index {} us {:.2} GB/s entries {}",
            level.name(),
            n / 1000,
            body.len() as f64 / n as f64,
            index.entries().len()
        );
        let mut c = 0;
        let n = med(&mut || {
            c = index.count_positions(&body, level);
        });
        println!("{:8} marks {} us {:.2} GB/s positions {}", level.name(), n / 1000, body.len() as f64 / n as f64, c);
        let mut r = Reducer::new(level);
        let n = med(&mut || {
            r.plan(&body, &policy, Options::default()).unwrap();
        });
        println!("{:8} plan {} us", level.name(), n / 1000);
        let p2=Policy::from_json(r#"{"mask":{"windowTurns":8000,"minChars":0,"keepErrors":false,"keepErrorsMaxChars":4000,"errorPatterns":[],"keepLastKPerTool":null,"excludeTools":[],"tools":[],"maxObservationChars":null,"protectOpenLoop":false,"placeholder":{"family":"conversation","locale":"en"}}}"#).unwrap();
        let n = med(&mut || {
            r.plan(&body, &p2, Options::default()).unwrap();
        });
        println!("{:8} plan-nomask {} us", level.name(), n / 1000);
        let n = med(&mut || {
            r.plan(&body, &p2, Options { wire: Some(Wire::OpenAiChat), ..Options::default() }).unwrap();
        });
        println!("{:8} plan-nomask-wire {} us", level.name(), n / 1000);
        let plan = r.plan(&body, &policy, Options::default()).unwrap();
        let mut out = vec![0; plan.edits.output_bytes()];
        let n = med(&mut || {
            assert!(plan.write_to(&mut out));
        });
        println!("{:8} write {} us", level.name(), n / 1000);
        let mut rep = Vec::new();
        let n = med(&mut || {
            report::encode(&plan, false, &mut rep);
        });
        println!("{:8} report {} us {} bytes", level.name(), n / 1000, rep.len());
    }
    let n = med(&mut || {
        simdutf8::basic::from_utf8(&body).unwrap();
    });
    println!("simdutf8 {} us {:.2} GB/s", n / 1000, body.len() as f64 / n as f64);
}
