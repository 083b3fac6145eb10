/// How far numbers from 0 to 1 are from being uniform.
enum Uniformity {
  /// The statistic of Kolmogorov and Smirnov: the largest distance between what was seen and the diagonal.
  static func distance(_ numbers: [Double]) -> Double {
    let count = Double(numbers.count)
    return numbers.sorted().enumerated().map { index, number in
      max(Double(index + 1) / count - number, number - Double(index) / count)
    }.max() ?? 1
  }
}
