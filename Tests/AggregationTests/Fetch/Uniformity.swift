/// How far numbers from 0 to 1 deviate from a uniform distribution.
enum Uniformity {
  /// The Kolmogorov-Smirnov statistic: the largest distance between the samples and the diagonal.
  static func distance(_ numbers: [Double]) -> Double {
    let count = Double(numbers.count)
    return numbers.sorted().enumerated().map { index, number in
      max(Double(index + 1) / count - number, number - Double(index) / count)
    }.max() ?? 1
  }
}
