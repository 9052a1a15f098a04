//! x
use tamis_core::*;
fn main() {
    let body = std::fs::read(std::env::args().nth(1).unwrap()).unwrap();
    let p2=Policy::from_json(r#"{"mask":{"windowTurns":8000,"minChars":0,"keepErrors":false,"keepErrorsMaxChars":4000,"errorPatterns":[],"keepLastKPerTool":null,"excludeTools":[],"tools":[],"maxObservationChars":null,"protectOpenLoop":false,"placeholder":{"family":"conversation","locale":"en"}}}"#).unwrap();
    let mut r = Reducer::new(Level::detect());
    for _ in 0..20000 {
        r.plan(&body, &p2, Options::default()).unwrap();
    }
}
